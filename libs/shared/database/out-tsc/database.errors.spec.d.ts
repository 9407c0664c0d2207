export {};
//# sourceMappingURL=database.errors.spec.d.ts.map