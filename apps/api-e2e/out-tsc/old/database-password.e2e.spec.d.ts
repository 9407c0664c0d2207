export {};
//# sourceMappingURL=database-password.e2e.spec.d.ts.map