export {};
//# sourceMappingURL=table.spec.d.ts.map