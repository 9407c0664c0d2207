export {};
//# sourceMappingURL=describe-causes.spec.d.ts.map