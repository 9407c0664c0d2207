export {};
//# sourceMappingURL=pet-csv.spec.d.ts.map