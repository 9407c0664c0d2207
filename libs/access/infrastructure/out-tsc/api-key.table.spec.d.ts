export {};
//# sourceMappingURL=api-key.table.spec.d.ts.map