export {};
//# sourceMappingURL=dispatch-limit.spec.d.ts.map