export {};
//# sourceMappingURL=rate-limit.spec.d.ts.map