export {};
//# sourceMappingURL=close-on-protocol-error.spec.d.ts.map