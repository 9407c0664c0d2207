export {};
//# sourceMappingURL=rotate-key.spec.d.ts.map