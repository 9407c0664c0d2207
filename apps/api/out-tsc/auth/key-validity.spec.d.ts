export {};
//# sourceMappingURL=key-validity.spec.d.ts.map