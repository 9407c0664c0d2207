export {};
//# sourceMappingURL=get-pet.spec.d.ts.map