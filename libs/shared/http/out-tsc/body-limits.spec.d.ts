export {};
//# sourceMappingURL=body-limits.spec.d.ts.map