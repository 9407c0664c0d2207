export {};
//# sourceMappingURL=failures.spec.d.ts.map