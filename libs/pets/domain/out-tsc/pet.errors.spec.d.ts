export {};
//# sourceMappingURL=pet.errors.spec.d.ts.map