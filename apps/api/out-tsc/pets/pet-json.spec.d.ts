export {};
//# sourceMappingURL=pet-json.spec.d.ts.map