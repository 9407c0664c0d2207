export {};
//# sourceMappingURL=environment-file.spec.d.ts.map