export {};
//# sourceMappingURL=released-migrations.spec.d.ts.map