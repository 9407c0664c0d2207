export {};
//# sourceMappingURL=domain-error.spec.d.ts.map