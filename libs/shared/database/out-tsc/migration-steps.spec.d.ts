export {};
//# sourceMappingURL=migration-steps.spec.d.ts.map