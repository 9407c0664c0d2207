export {};
//# sourceMappingURL=prepared-statement.integration.spec.d.ts.map