export {};
//# sourceMappingURL=failure-reason.spec.d.ts.map