export {};
//# sourceMappingURL=secret-file.spec.d.ts.map