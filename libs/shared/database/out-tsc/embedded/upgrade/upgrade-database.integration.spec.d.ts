export {};
//# sourceMappingURL=upgrade-database.integration.spec.d.ts.map