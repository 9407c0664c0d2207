export {};
//# sourceMappingURL=export-pets.spec.d.ts.map