export {};
//# sourceMappingURL=database-variables.spec.d.ts.map