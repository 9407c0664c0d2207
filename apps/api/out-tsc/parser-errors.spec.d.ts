export {};
//# sourceMappingURL=parser-errors.spec.d.ts.map