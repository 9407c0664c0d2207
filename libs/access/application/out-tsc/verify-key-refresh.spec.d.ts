export {};
//# sourceMappingURL=verify-key-refresh.spec.d.ts.map