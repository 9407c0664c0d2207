export {};
//# sourceMappingURL=api-key-log.table.spec.d.ts.map