export {};
//# sourceMappingURL=import-pets.spec.d.ts.map