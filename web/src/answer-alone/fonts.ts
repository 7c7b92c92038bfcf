import '#ui/fonts.css';
