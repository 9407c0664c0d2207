export {};
//# sourceMappingURL=access-names.spec.d.ts.map