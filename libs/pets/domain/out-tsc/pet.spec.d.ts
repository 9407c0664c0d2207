export {};
//# sourceMappingURL=pet.spec.d.ts.map