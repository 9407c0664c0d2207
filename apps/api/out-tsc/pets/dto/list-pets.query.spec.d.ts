export {};
//# sourceMappingURL=list-pets.query.spec.d.ts.map