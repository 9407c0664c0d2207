export {};
//# sourceMappingURL=list-pets.spec.d.ts.map