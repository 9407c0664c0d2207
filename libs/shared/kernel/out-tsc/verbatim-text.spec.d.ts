export {};
//# sourceMappingURL=verbatim-text.spec.d.ts.map