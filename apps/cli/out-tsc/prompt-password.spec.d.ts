export {};
//# sourceMappingURL=prompt-password.spec.d.ts.map