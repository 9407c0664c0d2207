export {};
//# sourceMappingURL=embedded-database.e2e.spec.d.ts.map