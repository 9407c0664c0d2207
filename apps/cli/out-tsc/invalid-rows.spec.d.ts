export {};
//# sourceMappingURL=invalid-rows.spec.d.ts.map