export {};
//# sourceMappingURL=describe-error.spec.d.ts.map