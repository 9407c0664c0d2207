export {};
//# sourceMappingURL=embedded-postgres.integration.spec.d.ts.map