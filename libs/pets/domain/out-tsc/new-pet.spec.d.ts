export {};
//# sourceMappingURL=new-pet.spec.d.ts.map