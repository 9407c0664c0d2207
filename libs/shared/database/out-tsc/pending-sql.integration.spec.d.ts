export {};
//# sourceMappingURL=pending-sql.integration.spec.d.ts.map