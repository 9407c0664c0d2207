export {};
//# sourceMappingURL=export-file.spec.d.ts.map