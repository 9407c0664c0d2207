export {};
//# sourceMappingURL=verified-key-confirm.spec.d.ts.map