export {};
//# sourceMappingURL=pet-members.spec.d.ts.map