export {};
//# sourceMappingURL=password-option.spec.d.ts.map