export {};
//# sourceMappingURL=pet-rows.spec.d.ts.map