export {};
//# sourceMappingURL=rejected-file.spec.d.ts.map