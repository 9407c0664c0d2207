export {};
//# sourceMappingURL=first-key.spec.d.ts.map