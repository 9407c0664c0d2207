export {};
//# sourceMappingURL=invented-pets.spec.d.ts.map