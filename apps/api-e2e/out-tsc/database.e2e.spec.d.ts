export {};
//# sourceMappingURL=database.e2e.spec.d.ts.map