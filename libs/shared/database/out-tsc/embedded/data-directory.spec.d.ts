export {};
//# sourceMappingURL=data-directory.spec.d.ts.map