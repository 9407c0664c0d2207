export {};
//# sourceMappingURL=database.integration.spec.d.ts.map