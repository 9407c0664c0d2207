export {};
//# sourceMappingURL=waiting-for-the-database.e2e.spec.d.ts.map