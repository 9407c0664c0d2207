export {};
//# sourceMappingURL=csv-file.spec.d.ts.map