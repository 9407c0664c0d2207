export {};
//# sourceMappingURL=expiry.spec.d.ts.map